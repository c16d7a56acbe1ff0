// node tests/chaos/prepare-former-release.ts [RELEASE]: makes the release from which `upgrade` starts ready in advance,
// by default the one before this tree. Does nothing if it is, or in a clone without history, which has none.
import { releaseBefore } from '#scripts/lib/releases.ts';
import { prepareFormerRelease } from './former-release.ts';

const name = process.argv[2] ?? releaseBefore();
if (name !== null) await prepareFormerRelease(name);
