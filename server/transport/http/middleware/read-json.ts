import { promisify } from 'node:util';
import express from 'express';

/** Reads a JSON body of at most 100 kB into `req.body`. Rejects with an error that has a 4xx `status`. */
export const readJson = promisify(express.json({ limit: '100kb' }));
