/**
 * Where the verification leads that a registration has started, if the URL that started the registration says so; null
 * otherwise. It comes before `return_to`.
 */
export function afterVerification(requestUrl: string): string | null {
  return URL.parse(requestUrl)?.searchParams.get('after_verification_return_to') ?? null;
}
