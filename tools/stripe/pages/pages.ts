import { parseForm } from '../form.ts';
import type { World } from '../world.ts';
import { checkoutPage } from './checkout.ts';
import { onboardingPage } from './onboarding.ts';
import { type PageAnswer, type PageRequest, page } from './page.ts';
import { threeDSecurePage } from './three-d-secure.ts';

const pages: [RegExp, (request: PageRequest) => PageAnswer][] = [
  [/^\/c\/pay\/([^/]+)$/, checkoutPage],
  [/^\/3d-secure\/([^/]+)$/, threeDSecurePage],
  [/^\/onboarding\/([^/]+)$/, onboardingPage],
];

/** Answers the pages that shoppers and owners open in their browsers. */
export function servePage(
  world: World,
  { method, path, body }: { method: string; path: string; body: string },
): PageAnswer {
  for (const [pattern, serve] of pages) {
    const id = pattern.exec(path)?.[1];
    if (id !== undefined && (method === 'GET' || method === 'POST')) {
      return serve({ world, method, id, form: parseForm(body) });
    }
  }
  return page('Not found', '<section><h1>Page not found</h1></section>', 404);
}
