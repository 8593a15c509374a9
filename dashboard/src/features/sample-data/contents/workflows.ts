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

/** Waits for an approval, which is then on the page of approvals. */
export const refundApproval = {
  name: 'Sample: refund approval',
  description: 'Pays small refunds automatically and asks a human about large ones.',
  workflowType: 'static',
  isPublic: true,
  graph: {
    inputSchema: {
      type: 'object',
      properties: { order: { type: 'string' }, amount: { type: 'number' } },
      required: ['order', 'amount'],
    },
    nodes: [
      { id: 'start', type: 'start' },
      { id: 'size', type: 'branch', name: 'More than 100?' },
      {
        id: 'ask',
        type: 'human_wait',
        name: 'Ask the manager',
        humanMessage: 'Refund {{ input.amount }} euros for order {{ input.order }}?',
      },
      { id: 'automatic', type: 'set', name: 'Approve', values: { approved: true } },
      {
        id: 'end',
        type: 'end',
        output: { approved: '{{ nodes.automatic.output.approved ?? nodes.ask.output.approved }}' },
      },
    ],
    edges: [
      { from: 'start', to: 'size' },
      { from: 'size', to: 'ask', condition: 'input.amount > 100', label: 'over 100' },
      { from: 'size', to: 'automatic', label: 'otherwise' },
      { from: 'ask', to: 'end' },
      { from: 'automatic', to: 'end' },
    ],
  },
} as const

export const refundInput = { order: '1044', amount: 119 }
