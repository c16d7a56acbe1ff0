import type { ErrorCode } from '../../../../shared/errors.ts';
import type { ProviderName } from '../../../../shared/providers.ts';
import type { Maker } from '../../../../shared/schemas/provenance.ts';
import type { AnimationProgress, AnimationRequest, SubmissionOutcome } from '../types.ts';
import type { ClipExpectation } from '../../../engine/conform/expectation.ts';

/** What went wrong between us and a server elsewhere; the message is for the operator. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
  /** How the submission has ended, or `busy`: the server did nothing, and the same may work the next time. */
  readonly outcome: SubmissionOutcome | 'busy';
  /** With `refused`: the error code for the user. */
  readonly code: ErrorCode | undefined;
  constructor(
    outcome: RemoteError['outcome'],
    message: string,
    { code, ...options }: ErrorOptions & { code?: ErrorCode | undefined } = {},
  ) {
    super(message, options);
    this.outcome = outcome;
    this.code = code;
  }
}

/** What a submission is watched and collected with. */
export interface CollectRequest extends Pick<AnimationRequest, 'workDir' | 'signal'> {
  onProgress: (progress: AnimationProgress) => void;
}

/** A server elsewhere that makes a clip of a photo, in three steps that may happen in different processes. */
export interface RemoteService {
  readonly name: ProviderName;
  /** Who makes the clips, as it is written down. */
  readonly maker: Maker;
  /** Hands over the photo; resolves with the server's id for the work. Throws RemoteError. */
  submit(request: AnimationRequest): Promise<string>;
  /**
   * Waits until the work is done and downloads the clip; resolves with its path. Bears whatever passes by itself.
   * Throws RemoteError.
   */
  collect(remoteId: string, request: CollectRequest): Promise<string>;
  /** What the clip has to be like. */
  expect(request: AnimationRequest): Promise<ClipExpectation>;
  /** Asks the server to drop work that nobody waits for any more, where it can. */
  cancel(remoteId: string): Promise<void>;
  close(): Promise<void>;
}
