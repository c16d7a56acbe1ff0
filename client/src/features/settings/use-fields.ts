import { useId, useRef, useState } from 'react';
import type { ErrorCode } from '#shared/errors.ts';
import { moveFocus } from '#client/lib/focus.ts';
import { wrongField } from '#client/ui/wrong-field.ts';

/**
 * The state of a form: its values by field name, and why it was refused. The field that a refusal is about gets the
 * focus and references the message, an element with the `id`.
 */
export function useFields<Field extends string>(empty: Record<Field, string>, readOnly: boolean) {
  const id = useId();
  const inputs = useRef<Partial<Record<Field, HTMLInputElement | null>>>({});
  const [values, setValues] = useState(empty);
  const [refusal, setRefusal] = useState<{ code: ErrorCode; field: Field } | null>(null);

  return {
    id,
    values,
    code: refusal?.code ?? null,
    clear: () => setValues(empty),
    accept: () => setRefusal(null),
    refuse(code: ErrorCode, field: Field) {
      setRefusal({ code, field });
      moveFocus(inputs.current[field]);
    },
    input: (name: Field) => ({
      ref: (element: HTMLInputElement | null) => {
        inputs.current[name] = element;
      },
      readOnly,
      value: values[name],
      onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
        setValues({ ...values, [name]: currentTarget.value }),
      ...wrongField(refusal?.field === name, id),
    }),
  };
}
