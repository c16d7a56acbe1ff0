import type { CameraMovement, Wishes } from '../../../shared/motion/movements.ts';
import type { ErrorCode } from '../../../shared/errors.ts';
import type { ProviderName } from '../../../shared/providers.ts';
import type { Maker, MakingStep } from '../../../shared/schemas/provenance.ts';
import type { ProviderStatus, TaskStage } from '../../../shared/status.ts';

/** Where a finished animation lies on this machine's disk. Every path is inside the job's own work folder. */
export interface AnimationFiles {
  /** H.264 MP4 without a brand. */
  clean: string;
  /** H.264 MP4 with the Memori mark, from the same frames. */
  watermarked: string;
  /** JPEG of the first frame without a brand. */
  posterClean: string;
  /** JPEG of the first frame with the mark. */
  posterWatermarked: string;
  /** Frame size in pixels, both even. */
  width: number;
  height: number;
  /** Number of frames. */
  frames: number;
  /** Who made it, where several may. */
  maker: Maker;
  /** What was done on the way: to the photo, and to a clip from elsewhere. */
  steps: readonly MakingStep[];
  /** The clip as a server elsewhere made it, with whatever it says of itself; null where it was made here. */
  source: string | null;
  /** What the camera does, where that is known. */
  movement: CameraMovement | null;
}

/** How far a running animation is. `progress` is 0 to 1 and never falls; null where the provider does not tell. */
export interface AnimationProgress {
  stage: TaskStage;
  progress: number | null;
  /** In the provider's own words, where it has any. */
  providerStatus?: ProviderStatus;
}

/** One attempt to have a task done by a server elsewhere. */
export interface Submission {
  /** 1 for the task's first at this provider. */
  number: number;
  /** What the server calls it; null as long as its answer is not written down. */
  remoteId: string | null;
  /** Null while it may still succeed. */
  outcome: SubmissionOutcome | null;
}

/**
 * How a submission ended that brought no video: `failed` by the server's fault; `refused` for what the photo or its
 * description is; `rejected` until the operator acts, and never taken; `lost`: nobody knows whether it was taken.
 */
export type SubmissionOutcome = 'failed' | 'refused' | 'rejected' | 'lost';

/** What is remembered of a task's submissions, whichever process dies. A change is durable once its call resolves. */
export interface SubmissionLog {
  /** The task's last submission to the provider, or null. */
  latest(provider: ProviderName): Promise<Submission | null>;
  /** Notes that submission `number` is about to be sent. False if another run of the task was first. */
  open(provider: ProviderName, number: number): Promise<boolean>;
  /** Notes that the server took it. */
  accept(provider: ProviderName, number: number, remoteId: string): Promise<void>;
  /** Notes that it brought no video, if it was opened at all; `reason` is for the operator. */
  end(provider: ProviderName, number: number, outcome: SubmissionOutcome, reason: string): Promise<void>;
}

export interface AnimationRequest {
  taskId: string;
  /** The prepared photo: an upright sRGB JPEG without metadata, aspect within 2:5 to 5:2. */
  photoPath: string;
  prompt: string;
  /** Decides what is left to chance: the same photo, wishes and seed give the same video, where it is made here. */
  seed: number;
  wishes: Wishes;
  /** True for a small one marked as a test, made on this machine whoever makes the others. */
  sample?: boolean;
  /** An empty folder that belongs to this run alone; the caller removes it. */
  workDir: string;
  onProgress: (progress: AnimationProgress) => void;
  submissions: SubmissionLog;
  /** When `signal` will abort with DeadlinePassed. */
  deadline: Date;
  /** Aborting ends every child process that the run started. */
  signal: AbortSignal;
}

/** The reason of a request's signal where its task has taken too long: nobody will come back for the result. */
export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed';
}

/**
 * Why a provider gave up: decides between another try and an end with refund. `transient`: the same may work next time.
 * `permanent`: it is the provider's fault, and it had its chances. `rejected-photo`: another photo may work.
 * `provider-unavailable`: nothing will work until its operator has acted.
 */
export type ProviderFailureKind = 'transient' | 'permanent' | 'rejected-photo' | 'provider-unavailable';

/** The only error a provider throws, apart from the abort reason of its signal and what `submissions` throws. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly kind: ProviderFailureKind;
  /** With `rejected-photo`: the error code for the user, where it says more than that the image is broken. */
  readonly code: ErrorCode | undefined;
  constructor(
    kind: ProviderFailureKind,
    message: string,
    { code, ...options }: ErrorOptions & { code?: ErrorCode | undefined } = {},
  ) {
    super(message, options);
    this.kind = kind;
    this.code = code;
  }
}

/** Turns one prepared photo into one animation. Knows nothing of users, credits or storage. */
export interface VideoProvider {
  readonly name: ProviderName;
  /** Usual time to a result in seconds, for the page's words, until results have shown their own. */
  readonly usualSeconds: { min: number; max: number };
  /** True if no photo leaves the operator's machines. */
  readonly keepsPhotos: boolean;
  /** How many animations one process may have under way. */
  readonly atOnce: number;
  /** True where all processes together may have no more than that: they share the server that does the work. */
  readonly isShared: boolean;
  /** Resolves with the files, or throws ProviderError, or the signal's reason once aborted. */
  animate(request: AnimationRequest): Promise<AnimationFiles>;
  /** False while it is known that nothing will work until the operator has acted. */
  isAvailable(): Promise<boolean>;
  /** Frees what the provider holds (worker threads, sockets). */
  close(): Promise<void>;
}
