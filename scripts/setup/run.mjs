import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** A failure that its message explains: shown as one line, without a stack. */
export class SetupError extends Error {}

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();
/** @type {(() => void)[]} */
const cleanups = [];
let listening = false;

/** @param {NodeJS.Signals} signal */
function stop(signal) {
  for (const child of children) child.kill(signal);
  for (const cleanup of cleanups) cleanup();
  process.exit(128 + constants.signals[signal]);
}

function listenOnce() {
  if (listening) return;
  listening = true;
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  process.once('SIGHUP', stop);
}

/**
 * Calls `cleanup` if a signal ends this process.
 * @param {() => void} cleanup
 */
export function onInterrupt(cleanup) {
  listenOnce();
  cleanups.push(cleanup);
}

/**
 * Prints why the setup failed, as one line if the reason is known, and exits with status 1.
 * @param {unknown} error
 * @returns {never}
 */
export function fail(error) {
  console.error(error instanceof SetupError ? error.message : error);
  process.exit(1);
}

/**
 * @param {string} command @param {string[]} args @param {string} cwd
 * @param {{ visible: boolean, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<{ status: number, output: string }>}
 */
function run(command, args, cwd, { visible, env }) {
  listenOnce();
  return new Promise((resolve) => {
    const stdio = visible ? 'inherit' : 'pipe';
    const child = spawn(command, args, { cwd, stdio: ['ignore', stdio, stdio], env: env ?? process.env });
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    children.add(child);
    /** @param {number} status */
    const end = (status) => {
      children.delete(child);
      resolve({ status, output });
    };
    child.once('error', (error) => {
      output += error.message;
      end(127);
    });
    child.once('close', (code) => end(code ?? 1));
  });
}

/**
 * Runs a command with its output shown. Never throws; resolves with the exit status.
 * @param {string} command @param {string[]} args @param {string} cwd
 */
export async function runVisible(command, args, cwd) {
  return (await run(command, args, cwd, { visible: true })).status;
}

/**
 * Runs a command and captures its output. Never throws; resolves with status and output.
 * @param {string} command @param {string[]} args @param {string} cwd @param {NodeJS.ProcessEnv} [env]
 */
export function runQuiet(command, args, cwd, env) {
  return run(command, args, cwd, { visible: false, env });
}
