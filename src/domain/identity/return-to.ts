/**
 * The URL to open after the verification that follows a registration, from the URL that started the registration; null
 * if absent. Takes precedence over `return_to`.
 */
export function afterVerification(requestUrl: string): string | null {
  return URL.parse(requestUrl)?.searchParams.get('after_verification_return_to') ?? null;
}
