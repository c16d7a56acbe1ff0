import { buildah, hasBuildah } from './buildah.ts';
import { engine } from './engine.ts';
import { ImageError, succeeds } from './program.ts';
import type { ImageTool } from './tool.ts';

/** Docker or Podman if one works, otherwise buildah. Throws ImageError with one line that says what to install. */
export async function findTool(): Promise<ImageTool> {
  for (const name of ['docker', 'podman']) if (await succeeds(name, ['info'])) return engine(name);
  if (await hasBuildah()) return buildah;
  throw new ImageError(
    'There is no Docker, no Podman and no buildah. On Debian and Ubuntu: sudo apt-get install buildah debootstrap runc',
  );
}
