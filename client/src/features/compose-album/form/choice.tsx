import { type ReactNode, useId } from 'react';
import classes from './choice.module.css';

interface ChoiceProps<Value extends string> {
  legend: string;
  options: readonly { value: Value; label: string; hint?: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** One of a few options, all of which are seen. */
export function Choice<Value extends string>({ legend, options, value, onChange }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{legend}</legend>
      <div className={classes.options}>
        {options.map((option) => (
          <Option
            key={option.value}
            name={name}
            chosen={option.value === value}
            onChoose={() => onChange(option.value)}
          >
            <span>
              <span>{`${option.label} `}</span>
              {option.hint && <span className={classes.hint}>{option.hint}</span>}
            </span>
          </Option>
        ))}
      </div>
    </fieldset>
  );
}

interface OptionProps {
  /** The name of the radio group. */
  name: string;
  chosen: boolean;
  onChoose: () => void;
  /** Its label. */
  children: ReactNode;
  /** A button beside it. */
  aside?: ReactNode;
}

export function Option({ name, chosen, onChoose, children, aside }: OptionProps) {
  return (
    <div className={classes.option} data-chosen={chosen}>
      <label className={classes.label}>
        <input type="radio" name={name} className={classes.radio} checked={chosen} onChange={onChoose} />
        {children}
      </label>
      {aside}
    </div>
  );
}
