import { useId, useRef, useState } from 'react';
import { type ErrorCode, isErrorCode } from '#shared/errors.ts';
import { wrongField } from './wrong-field.ts';
import { errorCodeOf } from '#client/api/error-code.ts';
import { moveFocus } from '#client/lib/focus.ts';

interface Issues {
  issues: readonly { message: string }[];
}

/** The error code of the first issue that a schema reports. */
export function codeOfIssue({ issues }: Issues): ErrorCode {
  const message = issues[0]?.message;
  return isErrorCode(message) ? message : 'invalid_request';
}

/** The error code of a failed call; forms use it to always show a text. */
export const refusalOf = (error: unknown): ErrorCode => errorCodeOf(error) ?? 'internal_error';

/**
 * Why a form with one input was refused. The input gets the focus and references the message, an element with the `id`,
 * unless the refusal is about something else.
 */
export function useRefusal(isAboutInput: (code: ErrorCode) => boolean = () => true) {
  const id = useId();
  const ref = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState<ErrorCode | null>(null);

  function refuse(reason: ErrorCode) {
    setCode(reason);
    if (isAboutInput(reason)) moveFocus(ref);
  }

  return {
    id,
    code,
    refuse,
    accept: () => setCode(null),
    input: { ref, ...wrongField(code !== null && isAboutInput(code), id) },
  };
}
