/** Where a text has the time that a recording has lasted. */
export const timeSlot = '{at}';
