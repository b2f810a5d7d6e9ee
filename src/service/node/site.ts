// Page and service on one origin: paths of the service go there, everything else is the page's.
import { type OwnOrigins, requireOwnHost } from '#service/gate/origins.ts';
import type { Page } from '#service/page/page.ts';
import { Refusal } from '#service/refusal.ts';
import { isServicePath } from '#service/routes/paths.ts';
import type { Service } from '#service/service.ts';
import type { Fetch } from './listener.ts';

/** The page is public, since it holds no secret; but like the service it answers to our own hosts only. */
export function createSite(service: Service, page: Page, own: OwnOrigins): Fetch {
  return async (request, remoteAddress) => {
    if (isServicePath(new URL(request.url).pathname)) return service.fetch(request, remoteAddress);
    try {
      requireOwnHost(request, own);
    } catch (error) {
      if (error instanceof Refusal) return error.response();
      throw error;
    }
    return page.fetch(request);
  };
}
