import type { ErrorCode } from '#shared/errors.ts';
import type { ProviderName } from '#shared/providers.ts';
import type { Maker } from '#shared/schemas/provenance.ts';
import type { AnimationProgress, AnimationRequest, SubmissionOutcome } from '../types.ts';
import type { ClipExpectation } from '#server/engine/conform/expectation.ts';

/** An error in communicating with a remote server; the message is for the operator. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
  /** How the submission ended, or `busy`: the server did nothing, and a retry may succeed. */
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

/** The request to watch a submission and download its result. */
export interface CollectRequest extends Pick<AnimationRequest, 'workDir' | 'signal'> {
  onProgress: (progress: AnimationProgress) => void;
}

/** A remote server that makes a clip from a photo, in three steps that may run in different processes. */
export interface RemoteService {
  readonly name: ProviderName;
  /** The maker of the clips, as recorded in their provenance. */
  readonly maker: Maker;
  /** Submits the photo; resolves with the server's id for the work. Throws RemoteError. */
  submit(request: AnimationRequest): Promise<string>;
  /**
   * Waits until the work is done and downloads the clip; resolves with its path. Retries after transient errors. Throws
   * RemoteError.
   */
  collect(remoteId: string, request: CollectRequest): Promise<string>;
  /** The requirements that the clip must meet. */
  expect(request: AnimationRequest): Promise<ClipExpectation>;
  /** Asks the server to drop work whose result is no longer needed, if it supports that. */
  cancel(remoteId: string): Promise<void>;
  close(): Promise<void>;
}
