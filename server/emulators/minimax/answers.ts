import type { Response } from 'express';
import { createId } from '#server/platform/ids.ts';
import type { CallFault } from './script.ts';

const words: Record<number, string> = {
  0: 'success',
  1000: 'unknown error',
  1001: 'request timeout',
  1002: 'rate limit exceeded',
  1004: 'login fail: Please carry the API secret key in the Authorization field',
  1008: 'insufficient balance',
  1013: 'internal error',
  1026: 'input content is sensitive',
  1027: 'output content is sensitive',
  1039: 'token limit',
  1041: 'connection limit',
  1042: 'invisible character ratio limit',
  2013: 'invalid params',
  2049: 'invalid api key',
  2056: 'usage limit exceeded',
};

const statuses: Record<number, number> = {
  1002: 429,
  1004: 401,
  1008: 402,
  1026: 422,
  1027: 422,
  1039: 429,
  1041: 429,
  1042: 400,
  2013: 400,
  2045: 429,
  2049: 401,
  2056: 402,
  2061: 402,
};

/** MiniMax's message for a code. */
export const messageOf = (code: number): string => words[code] ?? 'error';

/** The status part of every V1 response. */
export function baseResponse(code: number, message = messageOf(code)): object {
  return { status_code: code, status_msg: message };
}

/** A refusal by HTTP status, as V2 and parts of V1 send it. */
export function sendStatus(res: Response, code: number, message = messageOf(code)): void {
  const status = statuses[code] ?? 500;
  const error = { type: 'api_error', message, http_code: String(status) };
  res.status(status).json({ type: 'error', error, request_id: createId() });
}

/** Sends the response that a fault specifies. */
export function sendFault(res: Response, fault: CallFault): void {
  if (typeof fault === 'object') {
    if (fault.as === 'status') sendStatus(res, fault.code);
    else res.json({ base_resp: baseResponse(fault.code) });
  } else if (fault === 'garbage') res.type('html').send('<!doctype html><title>502</title>');
  else if (fault !== 'silence') res.destroy();
}

/** True for a fault that prevents a call from being executed. */
export function prevents(fault: CallFault): boolean {
  return typeof fault === 'object' || fault === 'reset';
}

/** Sends a refusal in the format of either version. */
export function refuse(res: Response, version: 1 | 2, code: number, message?: string): void {
  if (version === 2) sendStatus(res, code, message);
  else res.json({ base_resp: baseResponse(code, message) });
}
