const chain = (...ids: string[]) => ids.slice(1).map((to, at) => ({ from: ids[at]!, to }))

/** Computes in a tool and in an expression: it needs no account, no key and no model. */
export const orderTotal = {
  name: 'Sample: order total',
  description: 'Adds up an order and decides what shipping costs.',
  workflowType: 'static',
  isPublic: true,
  graph: {
    inputSchema: {
      type: 'object',
      properties: { price: { type: 'number' }, quantity: { type: 'number' } },
      required: ['price', 'quantity'],
    },
    nodes: [
      { id: 'start', type: 'start' },
      {
        id: 'goods',
        type: 'action',
        name: 'Price of the goods',
        toolSlug: 'math_calculate',
        inputMapping: { expression: '{{ input.price }} * {{ input.quantity }}' },
      },
      {
        id: 'shipping',
        type: 'set',
        name: 'Shipping',
        values: { cost: '{{ nodes.goods.output.result >= 80 ? 0 : 5.9 }}' },
      },
      {
        id: 'end',
        type: 'end',
        output: { total: '{{ nodes.goods.output.result + nodes.shipping.output.cost }}' },
      },
    ],
    edges: chain('start', 'goods', 'shipping', 'end'),
  },
} as const

export const orderInput = { price: 69, quantity: 2 }

/** Made of the template for expenses. Waits for an approval, which is then on the page of approvals. */
export const refundApproval = {
  name: 'Sample: refund approval',
  description: 'Pays small refunds automatically and asks a human about large ones.',
  workflowType: 'static',
  isPublic: true,
} as const

export const refundTemplate = 'expense-approval'

export const refundInput = { title: 'the refund of order 1044', amount: 119 }
