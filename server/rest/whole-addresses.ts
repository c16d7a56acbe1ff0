const addressFields = ['downloadUrl', 'thumbnailUrl', 'outputUrl', 'posterUrl'] as const;

/** The answer with whole addresses in place of paths: an integrator isn't on our page. */
export function withWholeAddresses<Answer extends object>(answer: Answer, publicUrl: string): Answer {
  const whole = { ...answer } as Record<string, unknown>;
  for (const field of addressFields) {
    const path = whole[field];
    if (typeof path === 'string') whole[field] = publicUrl + path;
  }
  return whole as typeof answer;
}
