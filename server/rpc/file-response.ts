/** What an operation that serves a file returns: REST sends it. */
export type FileResponse = StoredFile | DrawnPicture | StreamedFile | Page;

/** An immutable object of the storage, sent with byte ranges and a validator. */
export interface StoredFile {
  kind: 'stored';
  storageKey: string;
  contentType: string;
  filename: string;
  /** To be shown, or to be saved under its name. */
  disposition: 'inline' | 'attachment';
  /** True if pages of other sites may embed it. */
  embeddable?: boolean;
}

/** A JPEG made on demand, which pages of other sites may embed. */
export interface DrawnPicture {
  kind: 'drawn';
  /** Unique to its content: the picture is not made for those who have it. */
  identity: string;
  draw(): Promise<Buffer>;
}

/** A document made for this caller only, to be saved. */
export interface StreamedFile {
  kind: 'streamed';
  contentType: string;
  filename: string;
  body: NodeJS.ReadableStream;
}

/** A document to be read, whose address must not reach other sites. */
export interface Page {
  kind: 'page';
  html: string;
}
