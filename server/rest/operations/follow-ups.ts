/** The operations that accept the task id of an answer, as links of the document. */
export const followUps = ['getStatus', 'getTask', 'watchTask', 'cancelTask', 'getDownload'] as const;
