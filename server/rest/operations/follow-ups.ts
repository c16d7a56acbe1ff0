/** The operations that a task's id from an answer can be used in, as links of the document. */
export const followUps = ['getStatus', 'getTask', 'watchTask', 'cancelTask', 'getDownload'] as const;
