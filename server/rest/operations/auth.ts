import { z } from 'zod';
import { type Credentials, signInSchema, signUpSchema, userSchema } from '../../../shared/schemas/auth.ts';
import { AppError } from '../../platform/errors.ts';
import { json, type Operation, output } from './operation.ts';

const userAnswer = output(z.object({ user: userSchema }));

export const authOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/auth/signup',
    summary: 'Opens an account, signs it in and grants the free credit.',
    signedIn: false,
    body: json(signUpSchema),
    status: 201,
    answer: userAnswer,
    errors: ['invalid_email', 'disposable_email', 'password_too_short', 'email_taken', 'too_many_requests'],
    handle: ({ caller, req }) => caller.auth.signUp(req.body as Credentials),
  },
  {
    method: 'post',
    path: '/api/auth/login',
    summary: 'Signs in and sets the session cookie.',
    signedIn: false,
    body: json(signInSchema),
    status: 200,
    answer: userAnswer,
    errors: ['invalid_email', 'password_required', 'wrong_credentials', 'too_many_requests'],
    handle: ({ caller, req }) => caller.auth.signIn(req.body as Credentials),
  },
  {
    method: 'post',
    path: '/api/auth/logout',
    summary: 'Ends the session.',
    signedIn: false,
    status: 200,
    answer: output(z.object({ success: z.literal(true) })),
    errors: [],
    handle: ({ caller }) => caller.auth.signOut(),
  },
  {
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
