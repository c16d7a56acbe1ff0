import classes from './account.module.css';

interface CheckGroupProps<Value extends string> {
  legend: string;
  values: readonly Value[];
  labelOf: (value: Value) => string;
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
}

/** A group of checkboxes. */
export function CheckGroup<Value extends string>({
  legend,
  values,
  labelOf,
  chosen,
  onChange,
}: CheckGroupProps<Value>) {
  return (
    <fieldset className={classes.group}>
      <legend className={classes.strong}>{legend}</legend>
      {values.map((value) => (
        <label key={value} className={classes.check}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ target }) =>
              onChange(values.filter((each) => (each === value ? target.checked : chosen.includes(each))))
            }
          />
          {labelOf(value)}
        </label>
      ))}
    </fieldset>
  );
}
