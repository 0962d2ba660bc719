import type { Permission } from '@aisle/contract/permissions';
import type { ComponentType } from 'react';
import type { z } from 'zod';

/** One screen of the site map. `$id` in a path stands for a parameter. */
export interface Page {
  path: string;
  title: string;
  /** Who may see it; without one, everybody signed in. */
  permission?: Permission;
  /** Only this kind of user, whatever the permissions. */
  userType?: 'admin';
  /** For those not signed in. */
  signedOut?: true;
  /** The page schema of the list it shows, which then also reads the URL. */
  list?: z.ZodType;
  /** What else the URL may hold. */
  search?: z.ZodType;
  screen: () => Promise<ComponentType>;
}

/** Declares the screens of one feature. */
export const pages = (...declared: Page[]): Page[] => declared;

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string;
    permission?: Permission | undefined;
    userType?: 'admin' | undefined;
    signedOut?: true | undefined;
  }
}

const chunkTimeoutMs = 120_000;
export const chunkFailed = 'Loading chunk failed';

/** Loads a screen's code, giving up after the time the product allows. */
export async function loadScreen(page: Page): Promise<{ default: ComponentType }> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(chunkFailed)), chunkTimeoutMs);
  });
  try {
    return { default: await Promise.race([page.screen(), late]) };
  } catch (error) {
    throw new Error(chunkFailed, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
