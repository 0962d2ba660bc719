import { addressImportFields } from '../system/imports/import-address.ts';
import { type ImportField, type ImportTable, words } from '../system/imports/import-fields.ts';

/** The fields that a column of a vendor list can map to, in the order of the screen. */
const vendorImportFields = {
  name: {
    label: 'Name',
    required: true,
    known: words(`
      name vendor vendorname supplier suppliername company companyname lieferant lieferantenname firma proveedor
      nombreproveedor empresa fournisseur nomfournisseur societe
    `),
  },
  contact: {
    label: 'Contact',
    known: words(
      'contact contactname contactperson ansprechpartner kontakt contacto personadecontacto interlocuteur',
    ),
  },
  email: {
    label: 'Email',
    known: ['email', 'emailaddress', 'mail', 'correo', 'correoelectronico', 'courriel'],
  },
  phone: {
    label: 'Phone',
    known: ['phone', 'phonenumber', 'telephone', 'tel', 'telefon', 'telefonnummer', 'telefono'],
  },
  ...addressImportFields,
  taxNumber: {
    label: 'Tax number',
    known: ['taxnumber', 'taxid', 'vatnumber', 'vatid', 'ustid', 'ustidnr', 'nif', 'cif', 'siret', 'ein'],
  },
  paymentTerms: {
    label: 'Payment terms',
    known: words(
      'paymentterms terms zahlungsbedingungen zahlungsziel condicionesdepago conditionsdepaiement',
    ),
  },
  status: {
    label: 'Active',
    shown: 'yesNo',
    known: ['active', 'status', 'enabled', 'aktiv', 'activo', 'actif'],
  },
} as const satisfies Record<string, ImportField>;
export type VendorImportField = keyof typeof vendorImportFields;

/** Rows find their vendor by its name. */
export const vendorImportTable = {
  fields: vendorImportFields,
  keys: ['name'],
  essentials: [['name'], ['contact', 'paymentTerms', 'taxNumber']],
} as const satisfies ImportTable;
