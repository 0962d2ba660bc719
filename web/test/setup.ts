import { brandRoutes } from '@aisle/contract/catalog/brands';
import { categoryRoutes } from '@aisle/contract/catalog/categories';
import { vendorRoutes } from '@aisle/contract/catalog/vendors';
import { locationRoutes } from '@aisle/contract/locations/locations';
import { dispatchRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import { orderMessageRoutes } from '@aisle/contract/sales/order-messages';
import { savedViewRoutes } from '@aisle/contract/system/saved-views';
import { cleanup, configure } from '@testing-library/react';
import * as React from 'react';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { endSession } from '../src/core/session/session.ts';
import { pageOf } from './records.ts';
import { beginTest, endFile, endTest, serve, settle } from './server.ts';

// Allows for a busy processor; the printed document adds little to the message.
configure({
  asyncUtilTimeout: 5000,
  getElementError: (message) => new Error(message?.split('\n\n')[0]),
});

// There is no layout to scroll and no style sheet: looking up styles for every element takes most of a test's time.
Element.prototype.scrollIntoView = () => undefined;
Element.prototype.scrollTo = () => undefined;
window.getComputedStyle = (element) => (element as HTMLElement).style;

// React records the creation site of each element, up to ten thousand times, which takes a quarter of a test's time.
const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
const counts: unknown = Reflect.get(React, internals);
if (typeof counts === 'object' && counts !== null) {
  Object.defineProperty(counts, 'recentlyCreatedOwnerStacks', { get: () => Number.MAX_VALUE, set: () => {} });
}

// Only a browser reports the upload progress.
vi.mock('../src/core/wire/send-with-progress.ts', () => ({
  sendWithProgress: (url: string, init: RequestInit) => fetch(url, init),
}));

// There are no fonts either; a field that grows with its text waits for them before measuring.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

// The document doesn't implement the rows of a table body.
Object.defineProperty(HTMLTableSectionElement.prototype, 'rows', {
  configurable: true,
  get(this: HTMLTableSectionElement) {
    return this.querySelectorAll('tr');
  },
});

// Screens read these lists in addition to their own.
serve(savedViewRoutes.list, []);
serve(categoryRoutes.tree, []);
serve(brandRoutes.dropdown, []);
serve(vendorRoutes.dropdown, []);
serve(locationRoutes.dropdown, []);
serve(locationRoutes.list, pageOf());
serve(dispatchRoutes.ofOrder, []);
serve(orderMessageRoutes.list, []);

beforeEach(beginTest);
afterEach(async () => {
  vi.useRealTimers();
  await settle();
  cleanup();
  document.body.replaceChildren();
  // Clears data that the app keeps in memory until a session ends, even if no user is signed in.
  localStorage.setItem('admin-token', 'over');
  endSession();
  localStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  endTest();
});
afterAll(endFile);
