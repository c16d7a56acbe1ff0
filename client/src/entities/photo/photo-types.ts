/** What a file input offers where a photo is chosen: `accept`. */
export const photoTypes = 'image/jpeg,image/png,image/webp,.heic,.heif';
