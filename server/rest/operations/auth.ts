import { z } from 'zod';
import {
  type Credentials,
  forgotSchema,
  resetSchema,
  signInSchema,
  signUpSchema,
  userSchema,
  verifySchema,
} from '../../../shared/schemas/auth.ts';
import { AppError } from '../../platform/errors.ts';
import { exampleIds } from '../document/example-ids.ts';
import { json, type Operation, output } from './operation.ts';

const email = 'rosa@example.com';
const password = 'a walk by the sea';
const mailed = 'what-the-link-in-the-mail-holds-after-token';

const userAnswer = output(z.object({ user: userSchema }), {
  user: { id: exampleIds.userId, email, verified: false, deletesAt: null },
});
const done = output(z.object({ success: z.literal(true) }), { success: true });

export const authOperations: readonly Operation[] = [
  {
    id: 'signUp',
    tag: 'Sign-in',
    method: 'post',
    path: '/api/auth/signup',
    summary: 'Opens an account, signs it in and grants the free credit.',
    signedIn: false,
    body: json(signUpSchema, { email, password }),
    status: 201,
    answer: userAnswer,
    errors: [
      'invalid_email',
      'disposable_email',
      'password_too_short',
      'password_too_long',
      'password_common',
      'email_taken',
      'too_many_requests',
    ],
    handle: ({ caller, req }) => caller.auth.signUp(req.body as Credentials),
  },
  {
    id: 'signIn',
    tag: 'Sign-in',
    method: 'post',
    path: '/api/auth/login',
    summary: 'Signs in and sets the session cookie.',
    signedIn: false,
    body: json(signInSchema, { email, password }),
    status: 200,
    answer: userAnswer,
    errors: ['invalid_email', 'password_required', 'wrong_credentials', 'too_many_requests'],
    handle: ({ caller, req }) => caller.auth.signIn(req.body as Credentials),
  },
  {
    id: 'signOut',
    tag: 'Sign-in',
    method: 'post',
    path: '/api/auth/logout',
    summary: 'Ends the session.',
    signedIn: false,
    status: 200,
    answer: done,
    errors: [],
    handle: ({ caller }) => caller.auth.signOut(),
  },
  {
    id: 'requestPasswordReset',
    tag: 'Sign-in',
    method: 'post',
    path: '/api/auth/forgot',
    summary: 'Mails a link that sets a new password, if there is such an account; the answer does not tell.',
    signedIn: false,
    body: json(forgotSchema, { email }),
    status: 202,
    answer: done,
    errors: ['invalid_email', 'too_many_requests'],
    handle: ({ caller, req }) => caller.recovery.forgot(req.body as { email: string }),
  },
  {
    id: 'resetPassword',
    tag: 'Sign-in',
    method: 'post',
    path: '/api/auth/reset',
    summary: 'Sets the password by the token of that link, once; ends all sessions and begins a new one.',
    signedIn: false,
    body: json(resetSchema, { token: mailed, password }),
    status: 200,
    answer: userAnswer,
    errors: ['mail_link_unknown', 'password_too_short', 'password_too_long', 'password_common'],
    handle: ({ caller, req }) => caller.recovery.reset(req.body as { token: string; password: string }),
  },
  {
    id: 'verifyEmail',
    tag: 'Sign-in',
    method: 'post',
    path: '/api/auth/verify',
    summary: 'Shows, by the token of a mail, that its reader owns the address, or changes it to that one.',
    signedIn: false,
    body: json(verifySchema, { token: mailed }),
    status: 200,
    answer: done,
    errors: ['mail_link_unknown', 'email_taken'],
    async handle({ caller, req }) {
      const { success } = await caller.recovery.verify(req.body as { token: string });
      return { success };
    },
  },
  {
    id: 'getUser',
    tag: 'Sign-in',
    method: 'get',
    path: '/api/auth/me',
    summary: 'Who is signed in.',
    signedIn: true,
    status: 200,
    answer: userAnswer,
    errors: [],
    async handle({ caller }) {
      const { user } = await caller.auth.me();
      if (!user) throw new AppError('not_signed_in');
      return { user };
    },
  },
];
