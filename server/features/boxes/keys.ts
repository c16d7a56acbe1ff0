/** The folder of all photos in boxes. */
export const boxesPrefix = 'boxes';

/** Everything that belongs to one of them lies under this prefix. */
export const boxPhotoPrefix = (id: string): string => `${boxesPrefix}/${id}`;

/** The photo, prepared as a task's is. */
export const boxPhotoKey = (id: string): string => `${boxPhotoPrefix(id)}/photo.jpg`;
