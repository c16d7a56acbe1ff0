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
}

export type AnimationStage = 'preparing' | 'analyzing' | 'generating' | 'effects' | 'finalizing';

/** How far a running animation is. `progress` is 0 to 1 and never falls; null where the provider does not tell. */
export interface AnimationProgress {
  stage: AnimationStage;
  progress: number | null;
}

export interface AnimationRequest {
  taskId: string;
  /** The prepared photo: an upright sRGB JPEG without metadata, aspect within 2:5 to 5:2. */
  photoPath: string;
  prompt: string;
  /** An empty folder that belongs to this run alone; the caller removes it. */
  workDir: string;
  onProgress: (progress: AnimationProgress) => void;
  /** Aborting ends every child process that the run started. */
  signal: AbortSignal;
}

/** Why a provider gave up: decides between another try and an end with refund. */
export type ProviderFailureKind = 'transient' | 'permanent' | 'rejected-photo' | 'provider-unavailable';

/** The only error a provider throws, apart from the abort reason of its signal. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly kind: ProviderFailureKind;
  constructor(kind: ProviderFailureKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** Turns one prepared photo into one animation. Knows nothing of users, credits or storage. */
export interface VideoProvider {
  readonly name: 'local' | 'minimax' | 'comfyui';
  /** Usual time to a result in seconds, for the page's words. */
  readonly usualSeconds: { min: number; max: number };
  /** Resolves with the files, or throws ProviderError, or the signal's reason once aborted. */
  animate(request: AnimationRequest): Promise<AnimationFiles>;
  /** Frees what the provider holds (worker threads, sockets). */
  close(): Promise<void>;
}
