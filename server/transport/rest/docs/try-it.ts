import { html } from '#server/platform/texts/html.ts';

/** A page for making calls with Swagger UI, which is served by Memori itself. */
export const tryItPage =
  html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Try the Memori API</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head><body><main id="try"><noscript>Trying calls out needs a script; <a href="/api/docs">reading about them</a> doesn’t.</noscript></main>
<script src="/api/docs/swagger-ui-bundle.js"></script><script src="/api/docs/try.js"></script></body></html>`
    .text;

/** Starts Swagger UI. Calls carry a signed-in person’s session; “Authorize” takes a token, and test tokens are free. */
export const tryItScript = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#try',
  deepLinking: true,
  // The validator would be another host’s.
  validatorUrl: null,
});
`;
