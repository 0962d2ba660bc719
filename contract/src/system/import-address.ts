import type { ImportField } from './import-fields.ts';

/** The parts of an address, for the kinds of files whose records have one. */
export const addressImportFields = {
  line1: {
    label: 'Address',
    known: [
      'address',
      'address1',
      'addressline1',
      'line1',
      'street',
      'streetaddress',
      'strasse',
      'anschrift',
      'adresse',
      'direccion',
      'calle',
      'rue',
      'defaultaddressaddress1',
    ],
  },
  line2: {
    label: 'Address line 2',
    known: ['addressline2', 'address2', 'line2', 'adresszusatz', 'defaultaddressaddress2'],
  },
  city: { label: 'City', known: ['city', 'town', 'ort', 'stadt', 'ciudad', 'ville', 'defaultaddresscity'] },
  state: {
    label: 'State',
    known: [
      'state',
      'province',
      'region',
      'bundesland',
      'provincia',
      'estado',
      'defaultaddressprovincecode',
      'provincecode',
    ],
  },
  postalCode: {
    label: 'Postal code',
    known: [
      'postalcode',
      'zip',
      'zipcode',
      'postcode',
      'plz',
      'postleitzahl',
      'codigopostal',
      'codepostal',
      'defaultaddresszip',
    ],
  },
} as const satisfies Record<string, ImportField>;
export type AddressImportField = keyof typeof addressImportFields;
export const addressImportFieldNames = Object.keys(addressImportFields) as AddressImportField[];
