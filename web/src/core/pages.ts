import type { Permission } from '@aisle/contract/permissions';
import type { ComponentType } from 'react';
import type { ListRoute } from './list-body.ts';

/** One screen of the site map. `$id` in a path stands for a parameter. */
export interface Page {
  path: string;
  title: string;
  /** Who may see it; without one, everybody signed in. */
  permission?: Permission;
  /** Only this kind of user, whatever the permissions. */
  userType?: 'admin' | 'store';
  /** For those not signed in. */
  signedOut?: true;
  /**
   * A list, whose URL says what it shows; the list itself reads it by its page schema. Where the route it reads is
   * named, its rows are asked for while the screen's code is still on its way.
   */
  list?: true | (() => Promise<ListRoute>);
  /** Reads what the URL holds, for screens that keep something there themselves. */
  search?: (raw: Record<string, unknown>) => Record<string, unknown>;
  screen: () => Promise<ComponentType>;
}

/** Declares the screens of one feature. Its routes.tsx is part of the first load, so it imports no schema. */
export const pages = (...declared: Page[]): Page[] => declared;

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string;
    permission?: Permission | undefined;
    userType?: 'admin' | 'store' | undefined;
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
