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

// Others may keep the processor busy; the whole document says little that the message does not.
configure({
  asyncUtilTimeout: 5000,
  getElementError: (message) => new Error(message?.split('\n\n')[0]),
});

// There is no layout to scroll, and no style sheet: to look for one at every element takes most of a test's time.
Element.prototype.scrollIntoView = () => undefined;
Element.prototype.scrollTo = () => undefined;
window.getComputedStyle = (element) => (element as HTMLElement).style;

// React notes for each element where in the code it was made, until it has made ten thousand: a quarter of a test's time.
const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
const counts: unknown = Reflect.get(React, internals);
if (typeof counts === 'object' && counts !== null) {
  Object.defineProperty(counts, 'recentlyCreatedOwnerStacks', { get: () => Number.MAX_VALUE, set: () => {} });
}

// How much of a body has left, only a browser knows.
vi.mock('../src/core/wire/send-with-progress.ts', () => ({
  sendWithProgress: (url: string, init: RequestInit) => fetch(url, init),
}));

// Nor are there fonts to wait for, which a field that grows with its text measures by.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

// The document has no rows of a table body yet.
Object.defineProperty(HTMLTableSectionElement.prototype, 'rows', {
  configurable: true,
  get(this: HTMLTableSectionElement) {
    return this.querySelectorAll('tr');
  },
});

// Screens read these lists besides their own.
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
  // Even when nobody is signed in, what the app keeps in memory until a session ends is forgotten.
  localStorage.setItem('admin-token', 'over');
  endSession();
  localStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  endTest();
});
afterAll(endFile);
