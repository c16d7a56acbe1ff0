import express, { type Router } from 'express';
import type { SandboxContext } from '../context.ts';

/** The hosted pages. */
export function createPages(_context: SandboxContext): Router {
  return express.Router();
}
