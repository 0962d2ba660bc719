/*
 * Writes the ACH credit file for US banks (Nacha Operating Rules, Appendix Three): records of 94 characters, in blocks of
 * ten. Written here because no npm package for it is still maintained.
 */
import { isRoutingNumber } from '@aisle/contract/core/routing-number';
import type { AchOriginator } from '@aisle/contract/system/settings';

export interface AchCredit {
  /** Shown in errors. */
  locationName: string;
  /** The receiver's reference number, such as the statement number. */
  reference: string;
  accountHolder: string;
  routingNumber: string;
  accountNumber: string;
  /** Cents. */
  amount: number;
}
interface AchFile {
  originator: AchOriginator;
  /** The day on which banks credit it: `2026-11-22`. */
  effective: string;
  createdAt: Date;
  /** Distinguishes files of the same day: A to Z, then 0 to 9. */
  modifier: string;
  credits: readonly AchCredit[];
}

type Field = readonly [name: string, width: number, kind: 'digits' | 'text'];
type Layout = readonly Field[];
type Values<L extends Layout> = Record<L[number][0], string | number>;

const fileHeader = [
  ['recordType', 1, 'digits'],
  ['priorityCode', 2, 'digits'],
  ['immediateDestination', 10, 'text'],
  ['immediateOrigin', 10, 'text'],
  ['creationDate', 6, 'digits'],
  ['creationTime', 4, 'digits'],
  ['fileIdModifier', 1, 'text'],
  ['recordSize', 3, 'digits'],
  ['blockingFactor', 2, 'digits'],
  ['formatCode', 1, 'digits'],
  ['destinationName', 23, 'text'],
  ['originName', 23, 'text'],
  ['referenceCode', 8, 'text'],
] as const satisfies Layout;

const batchHeader = [
  ['recordType', 1, 'digits'],
  ['serviceClass', 3, 'digits'],
  ['companyName', 16, 'text'],
  ['companyDiscretionaryData', 20, 'text'],
  ['companyId', 10, 'text'],
  ['entryClass', 3, 'text'],
  ['entryDescription', 10, 'text'],
  ['descriptiveDate', 6, 'text'],
  ['effectiveDate', 6, 'digits'],
  ['settlementDate', 3, 'text'],
  ['originatorStatus', 1, 'digits'],
  ['originatingBank', 8, 'digits'],
  ['batchNumber', 7, 'digits'],
] as const satisfies Layout;

const entryDetail = [
  ['recordType', 1, 'digits'],
  ['transactionCode', 2, 'digits'],
  ['receivingBank', 8, 'digits'],
  ['checkDigit', 1, 'digits'],
  ['accountNumber', 17, 'text'],
  ['amount', 10, 'digits'],
  ['identification', 15, 'text'],
  ['receiverName', 22, 'text'],
  ['discretionaryData', 2, 'text'],
  ['addendaIndicator', 1, 'digits'],
  ['traceBank', 8, 'digits'],
  ['traceNumber', 7, 'digits'],
] as const satisfies Layout;

const batchControl = [
  ['recordType', 1, 'digits'],
  ['serviceClass', 3, 'digits'],
  ['entryCount', 6, 'digits'],
  ['entryHash', 10, 'digits'],
  ['totalDebit', 12, 'digits'],
  ['totalCredit', 12, 'digits'],
  ['companyId', 10, 'text'],
  ['authenticationCode', 19, 'text'],
  ['reserved', 6, 'text'],
  ['originatingBank', 8, 'digits'],
  ['batchNumber', 7, 'digits'],
] as const satisfies Layout;

const fileControl = [
  ['recordType', 1, 'digits'],
  ['batchCount', 6, 'digits'],
  ['blockCount', 6, 'digits'],
  ['entryCount', 8, 'digits'],
  ['entryHash', 10, 'digits'],
  ['totalDebit', 12, 'digits'],
  ['totalCredit', 12, 'digits'],
  ['reserved', 39, 'text'],
] as const satisfies Layout;

const recordSize = 94;
const blockingFactor = 10;
/** Ten digits of cents. */
const maxCredit = 9_999_999_999;

/** The reason why a bank would reject a location's credit, worded for finance; null if the credit is valid. */
export function problemOfCredit({ routingNumber, accountNumber, amount }: AchCredit): string | null {
  if (!/^\d{9}$/.test(routingNumber) || !isRoutingNumber(routingNumber)) {
    return "The routing number isn't valid";
  }
  if (!/^\d{4,17}$/.test(accountNumber)) return "The account number isn't valid";
  if (amount <= 0) return 'There is nothing to pay';
  if (amount > maxCredit) return 'The amount is more than a bank file can hold';
  return null;
}

/** Builds the whole file. Every credit must have passed `problemOfCredit`. */
export function nachaFile({ originator, effective, createdAt, modifier, credits }: AchFile): string {
  const { companyName, companyId, originName, originRouting } = originator;
  for (const credit of credits) {
    const wrong = problemOfCredit(credit);
    if (wrong) throw new Error(`${credit.locationName}: ${wrong}`);
  }
  const created = createdAt.toISOString().replaceAll(/\D/g, '');
  const batch = { companyId, originatingBank: originRouting.slice(0, 8), batchNumber: 1, serviceClass: 220 };
  const sums = {
    entryCount: credits.length,
    entryHash: credits.reduce((sum, { routingNumber }) => sum + Number(routingNumber.slice(0, 8)), 0) % 1e10,
    totalDebit: 0,
    totalCredit: credits.reduce((sum, { amount }) => sum + amount, 0),
    reserved: '',
  };
  // Counts the header and control records of the file and of its one batch.
  const blockCount = Math.ceil((credits.length + 4) / blockingFactor);
  const records = [
    record(fileHeader, {
      recordType: 1,
      priorityCode: 1,
      immediateDestination: ` ${originRouting}`,
      immediateOrigin: companyId,
      creationDate: created.slice(2, 8),
      creationTime: created.slice(8, 12),
      fileIdModifier: modifier,
      recordSize,
      blockingFactor,
      formatCode: 1,
      destinationName: originName,
      originName: companyName,
      referenceCode: '',
    }),
    record(batchHeader, {
      ...batch,
      recordType: 5,
      companyName,
      companyDiscretionaryData: '',
      // Credits and debits between companies.
      entryClass: 'CCD',
      entryDescription: 'PAYOUT',
      descriptiveDate: '',
      effectiveDate: effective.replaceAll('-', '').slice(2),
      settlementDate: '',
      originatorStatus: 1,
    }),
    ...credits.map((credit, index) => entry(credit, batch.originatingBank, index + 1)),
    record(batchControl, { ...batch, ...sums, recordType: 8, authenticationCode: '' }),
    record(fileControl, { ...sums, recordType: 9, batchCount: 1, blockCount }),
  ];
  while (records.length < blockCount * blockingFactor) records.push('9'.repeat(recordSize));
  return `${records.join('\n')}\n`;
}

const entry = (credit: AchCredit, traceBank: string, traceNumber: number): string =>
  record(entryDetail, {
    recordType: 6,
    // A credit to a checking account, which companies use.
    transactionCode: 22,
    receivingBank: credit.routingNumber.slice(0, 8),
    checkDigit: credit.routingNumber.slice(8),
    accountNumber: credit.accountNumber,
    amount: credit.amount,
    identification: credit.reference,
    receiverName: credit.accountHolder,
    discretionaryData: '',
    addendaIndicator: 0,
    traceBank,
    traceNumber,
  });

/** Digits are padded with zeros on the left, text with spaces on the right. */
function record<const L extends Layout>(layout: L, values: Values<L>): string {
  const line = layout
    .map(([name, width, kind]) => {
      const value = String(values[name as L[number][0]]);
      if (kind === 'text') return plainLetters(value).slice(0, width).padEnd(width);
      if (value.length > width) throw new Error(`${name} of a bank file has more than ${width} digits`);
      return value.padStart(width, '0');
    })
    .join('');
  if (line.length !== recordSize) throw new Error('A record of a bank file has 94 characters');
  return line;
}

/** Banks accept capital letters, digits and a few symbols. Accents are removed, and other letters become spaces. */
const plainLetters = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9 .,&/()'+-]/g, ' ');
