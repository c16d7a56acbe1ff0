import type { Provenance } from '#shared/schemas/provenance.ts';
import type { SignatureState } from './signature-states.ts';

/** The verdict on a file's signature, and the signer if somebody vouches for them. */
function judge({ credentials: { state, selfMade, signedBy } }: Provenance): [SignatureState, string] {
  if (state !== 'valid') return [state, ''];
  return selfMade ? ['selfMade', ''] : ['valid', signedBy ?? ''];
}

async function ask(address: string): Promise<[SignatureState, string]> {
  try {
    const answer = await fetch(address);
    return answer.ok ? judge((await answer.json()) as Provenance) : ['failed', ''];
  } catch {
    return ['failed', ''];
  }
}

/** Verifies the signature of the exact file when the visitor opens the details, and shows the result. */
export function checkSignatureWhenOpened(origin: HTMLDetailsElement): void {
  const say = ([verdict, signer]: [SignatureState, string]): void => {
    for (const each of origin.querySelectorAll<HTMLElement>('[data-verdict]'))
      each.hidden = each.dataset['verdict'] !== verdict;
    const name = origin.querySelector('[data-signer]');
    if (name) name.textContent = signer;
  };
  origin.addEventListener('toggle', () => void ask(origin.dataset['provenance'] ?? '').then(say), {
    once: true,
  });
}
