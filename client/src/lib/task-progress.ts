import { appLimits } from '../../../shared/app-limits.ts';
import type { TaskProgress } from '../../../shared/schemas/video.ts';
import {
  isFinal,
  type ProviderStatus,
  type TaskStage,
  type TaskStatus,
  taskStages,
  taskStatuses,
} from '../../../shared/status.ts';

/** All that is known of a task's progress, from whichever of push and poll told it. Nothing in it ever goes back. */
export interface ProgressState {
  taskId: string;
  status: TaskStatus;
  /** 0 to 100, as shown. */
  percent: number;
  stage: TaskStage;
  measured: boolean;
  /** What the provider last said that it is doing, where it tells. */
  providerStatus: ProviderStatus | null;
  /** When the task was accepted, by this browser's clock. */
  acceptedAt: number;
  /** When work on it was first seen to go on; null while it waits its turn. */
  workingSince: number | null;
  /** Why it failed, once it has. */
  code: string | null;
}

/** A task of which nothing but its acceptance is known. */
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
 * Takes in what a push or a poll says. Old news changes nothing: a percentage, a stage, a status never goes back, and
 * after the end nothing changes at all. Where the provider measures, the bar follows; 100 is for `Success` alone.
 * `known` is what was known until now, undefined at first.
 */
export function advance(known: ProgressState | undefined, news: TaskProgress, now: number): ProgressState {
  const state = known ? tick(known, now) : startProgress(news.taskId, now);
  if (news.taskId !== state.taskId || isFinal(state.status)) return state;
  if (rank(news.status) < rank(state.status)) return state;
  const acceptedAt = Math.min(state.acceptedAt, now - news.elapsedSeconds * 1000);
  const measuredPercent = news.measured ? Math.min(99, news.progress) : 0;
  // Work that is going on when the page first hears of a task began with the task; else it begins now.
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

/** How many steps what the provider says lets the bar take: it is not drawing frames while it queues. */
const lastStep: Record<ProviderStatus, number> = { preparing: 0, queueing: 1, processing: 3 };

/**
 * Lets time pass. Only for a provider that does not measure: the specification's steps, one each three seconds of
 * work up to the last, where the bar stays until the task ends; no further than what the provider says allows.
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
