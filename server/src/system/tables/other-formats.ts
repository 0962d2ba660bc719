import { unreadable } from './text-encoding.ts';

/** Refuses text that is no table, and says what it is. */
export function refuseOtherText(start: string): void {
  if (/^[[{]\s*(?:["{[\]}]|$)/.test(start)) {
    throw unreadable('This is a JSON file. Export the list as CSV (UTF-8) or XLSX');
  }
  if (start.startsWith('{\\rtf')) {
    throw unreadable('This is a text document (RTF). Export the list as CSV (UTF-8) or XLSX');
  }
  if (/^mime-version:/i.test(start)) {
    throw unreadable('This is a web archive (MHTML). Save it as XLSX or CSV (UTF-8)');
  }
  if (start.includes('urn:schemas-microsoft-com:office:spreadsheet')) {
    throw unreadable('This is an older Excel format (XML). Save it as XLSX or CSV (UTF-8)');
  }
  if (isXml(start) && !isHtml(start)) {
    throw unreadable('This is an XML file. Export the list as CSV (UTF-8) or XLSX');
  }
}

/** A page, or only a table of one. */
export function isHtml(start: string): boolean {
  if (!start.startsWith('<')) return false;
  const text = start.toLowerCase();
  if (text.includes('<html') || text.startsWith('<!doctype html')) return true;
  return !text.startsWith('<?xml') && /<tr[\s>]/.test(text);
}

const isXml = (start: string): boolean =>
  /^<(?:\?xml|!--|[a-z][\w:.-]{0,60}[\s>])/i.test(start) && start.includes('</');
