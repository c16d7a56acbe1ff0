/**
 * For a field of the component library that was filled in wrongly, where an alert with the id `alertId` says why. Not
 * `aria-describedby`: the library writes its own over it.
 */
export function wrongField(isWrong: boolean, alertId: string) {
  return isWrong ? { error: true, 'aria-invalid': true, 'aria-errormessage': alertId } : {};
}
