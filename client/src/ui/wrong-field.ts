/**
 * Props for an invalid field of the component library, explained by an alert with the id `alertId`. Not
 * `aria-describedby`: the library overwrites it with its own.
 */
export function wrongField(isWrong: boolean, alertId: string) {
  return isWrong ? { error: true, 'aria-invalid': true, 'aria-errormessage': alertId } : {};
}
