/** A file of DATA_DIR that is rewritten when a backup has ended well: when that was is how old the file is. */
export const backupMark = 'last-backup';
