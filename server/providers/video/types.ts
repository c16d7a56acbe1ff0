import type { CameraMovement, AnimationOptions } from '#shared/motion/movements.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { ProviderName } from '#shared/providers.ts';
import type { Maker, ProvenanceStep } from '#shared/schemas/provenance.ts';
import type { ProviderStatus, TaskStage } from '#shared/status.ts';

/** Paths of a finished animation on the local disk, all inside the job's own work folder. */
export interface AnimationFiles {
  /** H.264 MP4 without the mark. */
  clean: string;
  /** H.264 MP4 with the Memori mark, from the same frames. */
  watermarked: string;
  /** JPEG of the first frame without the mark. */
  posterClean: string;
  /** JPEG of the first frame with the mark. */
  posterWatermarked: string;
  /** Frame size in pixels, both even. */
  width: number;
  height: number;
  /** Number of frames. */
  frames: number;
  /** Who made it, as several makers are possible. */
  maker: Maker;
  /** The steps applied: to the photo, and to a clip from elsewhere. */
  steps: readonly ProvenanceStep[];
  /** The original clip from a remote server, with its own metadata; null if it was made here. */
  source: string | null;
  /** The camera movement, if known. */
  movement: CameraMovement | null;
}

/** The progress of a running animation. `progress` is 0 to 1 and never falls; null if the provider reports none. */
export interface AnimationProgress {
  stage: TaskStage;
  progress: number | null;
  /** The provider's own status, if it has one. */
  providerStatus?: ProviderStatus;
}

/** One attempt at having a task done by a remote server. */
export interface Submission {
  /** 1 for the task's first submission to this provider. */
  number: number;
  /** The server's id; null until its response is recorded. */
  remoteId: string | null;
  /** Null while it may still succeed. */
  outcome: SubmissionOutcome | null;
}

/**
 * How a submission without a video ended: `failed` through the server's fault; `refused` because of the photo or its
 * description; `rejected` and never accepted, until the operator acts; `lost`: unknown whether it was accepted.
 */
export type SubmissionOutcome = 'failed' | 'refused' | 'rejected' | 'lost';

/** A persistent log of a task's submissions. A change is durable once its call resolves. */
export interface SubmissionLog {
  /** The task's last submission to the provider, or null. */
  latest(provider: ProviderName): Promise<Submission | null>;
  /** Records that submission `number` is about to be sent. False if another run of the task was first. */
  open(provider: ProviderName, number: number): Promise<boolean>;
  /** Records that the server accepted it. */
  accept(provider: ProviderName, number: number, remoteId: string): Promise<void>;
  /** Records that it yielded no video, if it was opened at all; `reason` is for the operator. */
  end(provider: ProviderName, number: number, outcome: SubmissionOutcome, reason: string): Promise<void>;
}

export interface AnimationRequest {
  taskId: string;
  /** The prepared photo: an upright sRGB JPEG without metadata, aspect within 2:5 to 5:2. */
  photoPath: string;
  prompt: string;
  /** Seeds every random choice: the same photo, options and seed produce the same video, if it is made here. */
  seed: number;
  options: AnimationOptions;
  /** True for a small video marked as a test, always made on this machine regardless of the provider. */
  sample?: boolean;
  /** The provider that the task was accepted for. */
  provider?: ProviderName;
  /** An empty folder that belongs to this run alone; the caller removes it. */
  workDir: string;
  onProgress: (progress: AnimationProgress) => void;
  submissions: SubmissionLog;
  /** When `signal` will abort with DeadlinePassed. */
  deadline: Date;
  /** Aborting ends every child process that the run started. */
  signal: AbortSignal;
}

/** The abort reason of a request's signal if its task took too long: nobody will come back for the result. */
export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed';
}

/**
 * Why a provider failed: decides between a retry and a refund. `transient`: a retry may succeed. `permanent`: the
 * provider's fault, with no attempts left. `rejected-photo`: another photo may work. `provider-unavailable`: nothing
 * works until its operator has acted.
 */
export type ProviderFailureKind = 'transient' | 'permanent' | 'rejected-photo' | 'provider-unavailable';

/** The only error a provider throws, apart from the abort reason of its signal and errors from `submissions`. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly kind: ProviderFailureKind;
  /** With `rejected-photo`: the error code for the user, if it is more specific than a broken image. */
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

/** Turns one prepared photo into one animation. Independent of users, credits and storage. */
export interface VideoProvider {
  readonly name: ProviderName;
  /** Typical time to a result in seconds, shown in the UI until measured times are available. */
  readonly usualSeconds: { min: number; max: number };
  /** True if no photo leaves the operator's machines. */
  readonly keepsPhotos: boolean;
  /** How many animations one process may run concurrently. */
  readonly atOnce: number;
  /** True if that limit applies to all processes together, because they share the server that does the work. */
  readonly isShared: boolean;
  /** Resolves with the files, or throws ProviderError, or the signal's reason once aborted. */
  animate(request: AnimationRequest): Promise<AnimationFiles>;
  /** False while it is known that nothing works until the operator has acted. */
  isAvailable(): Promise<boolean>;
  /** Releases the provider's resources (processes, sockets). */
  close(): Promise<void>;
}
