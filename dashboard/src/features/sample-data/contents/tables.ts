export const products = {
  name: 'Sample products',
  description: 'What the shop sells.',
  access: 'project',
  schema: {
    fields: [
      { name: 'name', type: 'text', required: true, unique: true },
      { name: 'category', type: 'select', options: ['bike', 'accessory'] },
      { name: 'price', type: 'number' },
      { name: 'stock', type: 'number' },
    ],
  },
} as const

export const productRows = [
  { name: 'Cargo bike Atlas', category: 'bike', price: 3490, stock: 4 },
  { name: 'City bike Lumen', category: 'bike', price: 890, stock: 12 },
  { name: 'Folding bike Pico', category: 'bike', price: 1190, stock: 7 },
  { name: 'Child seat', category: 'accessory', price: 119, stock: 23 },
  { name: 'Helmet', category: 'accessory', price: 69, stock: 48 },
  { name: 'Pannier bag', category: 'accessory', price: 74.5, stock: 0 },
] as const

export const orders = {
  name: 'Sample orders',
  description: 'Orders of the last weeks.',
  access: 'project',
  schema: {
    fields: [
      { name: 'number', type: 'text', required: true, unique: true },
      { name: 'customer', type: 'text' },
      { name: 'product', type: 'text' },
      { name: 'status', type: 'select', options: ['new', 'paid', 'shipped', 'returned'] },
      { name: 'total', type: 'number' },
    ],
  },
} as const

export const orderRows = [
  { number: '1041', customer: 'Ines Duarte', product: 'City bike Lumen', status: 'shipped', total: 890 },
  { number: '1042', customer: 'Tomas Berg', product: 'Helmet', status: 'shipped', total: 74.9 },
  { number: '1043', customer: 'Aiko Mori', product: 'Cargo bike Atlas', status: 'paid', total: 3490 },
  { number: '1044', customer: 'Lea Fontaine', product: 'Child seat', status: 'returned', total: 119 },
  { number: '1045', customer: 'Omar Haddad', product: 'Folding bike Pico', status: 'paid', total: 1190 },
  { number: '1046', customer: 'Ines Duarte', product: 'Pannier bag', status: 'new', total: 80.4 },
  { number: '1047', customer: 'Pavel Novak', product: 'City bike Lumen', status: 'new', total: 890 },
  { number: '1048', customer: 'Grace Osei', product: 'Helmet', status: 'new', total: 138 },
] as const
