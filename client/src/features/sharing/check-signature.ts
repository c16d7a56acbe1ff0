import type { Provenance } from '../../../../shared/schemas/provenance.ts';
import type { Verdict } from './verdicts.ts';

/** What is to be said of a file's signature, and who signed where somebody vouches for them. */
function judge({ credentials: { state, selfMade, signedBy } }: Provenance): [Verdict, string] {
  if (state !== 'valid') return [state, ''];
  return selfMade ? ['selfMade', ''] : ['valid', signedBy ?? ''];
}

async function ask(address: string): Promise<[Verdict, string]> {
  try {
    const answer = await fetch(address);
    return answer.ok ? judge((await answer.json()) as Provenance) : ['failed', ''];
  } catch {
    return ['failed', ''];
  }
}

/** Has the signature of the film's very file checked once somebody wants to know, and says what came of it. */
export function checkSignatureWhenOpened(origin: HTMLDetailsElement): void {
  const say = ([verdict, signer]: [Verdict, string]): void => {
    for (const each of origin.querySelectorAll<HTMLElement>('[data-verdict]'))
      each.hidden = each.dataset['verdict'] !== verdict;
    const name = origin.querySelector('[data-signer]');
    if (name) name.textContent = signer;
  };
  origin.addEventListener('toggle', () => void ask(origin.dataset['provenance'] ?? '').then(say), {
    once: true,
  });
}
