/** A reason why Memori can't start that the operator can fix: the message is one clear line. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
