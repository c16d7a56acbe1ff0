/** A file in DATA_DIR that is rewritten after each successful backup: its mtime is the time of the last one. */
export const backupMark = 'last-backup';
