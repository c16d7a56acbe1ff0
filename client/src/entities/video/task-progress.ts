import { appLimits } from '#shared/app-limits.ts';
import type { TaskProgress } from '#shared/schemas/video.ts';
import {
  isFinal,
  type ProviderStatus,
  type TaskStage,
  type TaskStatus,
  taskStages,
  taskStatuses,
} from '#shared/status.ts';

/** Everything known about a task's progress, whether from a push or a poll. Monotonic: nothing in it goes back. */
export interface ProgressState {
  taskId: string;
  status: TaskStatus;
  /** 0 to 100, as shown. */
  percent: number;
  stage: TaskStage;
  measured: boolean;
  /** The provider's last reported activity, if it reports one. */
  providerStatus: ProviderStatus | null;
  /** When the task was accepted, by this browser's clock. */
  acceptedAt: number;
  /** When work on it was first seen in progress; null while it is queued. */
  workingSince: number | null;
  /** Why it failed, once it has. */
  code: string | null;
}

/** The state of a task that has only just been accepted. */
export function startProgress(taskId: string, now: number): ProgressState {
  return {
    taskId,
    status: 'Queued',
    percent: 0,
    stage: 'preparing',
    measured: false,
    providerStatus: null,
    acceptedAt: now,
    workingSince: null,
    code: null,
  };
}

const rank = (status: TaskStatus) => taskStatuses.indexOf(status);
const furtherStage = (one: TaskStage, other: TaskStage) =>
  taskStages[Math.max(taskStages.indexOf(one), taskStages.indexOf(other))] ?? one;

/**
 * Merges a push or a poll. Stale news is ignored: the percentage, stage and status never go back, and nothing changes
 * after the end. If the provider measures progress, the bar follows it; 100 is reserved for `Success`. `known` is the
 * state so far, undefined at first.
 */
export function advance(known: ProgressState | undefined, news: TaskProgress, now: number): ProgressState {
  const state = known ? tick(known, now) : startProgress(news.taskId, now);
  if (news.taskId !== state.taskId || isFinal(state.status)) return state;
  if (rank(news.status) < rank(state.status)) return state;
  const acceptedAt = Math.min(state.acceptedAt, now - news.elapsedSeconds * 1000);
  const measuredPercent = news.measured ? Math.min(99, news.progress) : 0;
  // If work is in progress when the page first hears of the task, it began with the task; otherwise it begins now.
  const workStart = news.status === 'Processing' ? (known ? now : acceptedAt) : null;
  const next: ProgressState = {
    ...state,
    status: news.status,
    stage: furtherStage(state.stage, news.stage),
    measured: state.measured || news.measured,
    providerStatus: news.providerStatus ?? null,
    percent: news.status === 'Success' ? 100 : Math.max(state.percent, measuredPercent),
    acceptedAt,
    workingSince: state.workingSince ?? workStart,
    code: news.status === 'Fail' ? (news.code ?? 'generation_failed') : null,
  };
  return tick(next, now);
}

/** The last step that the bar may reach in each provider status: no frames are drawn while it queues. */
const lastStep: Record<ProviderStatus, number> = { preparing: 0, queueing: 1, processing: 3 };

/**
 * Advances the bar with time, only for a provider that does not measure progress: one of the specification's steps for
 * every three seconds of work, up to the last, where the bar stays until the task ends; no further than the provider's
 * status allows.
 */
export function tick(state: ProgressState, now: number): ProgressState {
  if (state.measured || state.workingSince === null || isFinal(state.status)) return state;
  const { steps, stepSeconds } = appLimits.progress;
  const passed = Math.floor((now - state.workingSince) / 1000 / stepSeconds);
  const step = Math.min(passed, state.providerStatus ? lastStep[state.providerStatus] : steps.length);
  if (step < 1) return state;
  const percent = Math.max(state.percent, steps[step - 1] ?? 0);
  const stage = furtherStage(state.stage, taskStages[step] ?? state.stage);
  return percent === state.percent && stage === state.stage ? state : { ...state, percent, stage };
}
