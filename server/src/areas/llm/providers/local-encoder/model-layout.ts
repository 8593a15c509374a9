import type { MatrixSource } from './arena.ts'
import type { Weights } from './weights.ts'

export const dimensions = 512
/** The model reads no further: a constant of its graph, about 450 characters of prose. */
export const maxPieces = 128
const embeddingWidth = 256

export const matrixNames = [
  'qkv0',
  'out0',
  'up0',
  'down0',
  'qkv1',
  'out1',
  'up1',
  'down1',
  'project',
] as const
export type MatrixName = (typeof matrixNames)[number]
export const normNames = ['attention0', 'feed0', 'attention1', 'feed1'] as const
export type NormName = (typeof normNames)[number]

export type Model = {
  matrices: Record<MatrixName, MatrixSource>
  norms: Record<NormName, { gain: Float32Array; bias: Float32Array }>
  /** Of pieces, 256 numbers each. */
  embeddings: Float32Array
  /** What is added to the embedding of a piece for its position. */
  positions: Float32Array
  last: MatrixSource
}

const applied = 'module_apply_default/Encoder_en/KonaTransformer/Encode'
const stored = 'module/Encoder_en/KonaTransformer/Encode'
const whole = 'ConcatPartitions/concat'

/** The tensors of Universal Sentence Encoder Lite by what they are for: two transformer layers, then one dense layer. */
export function layoutOf({ tensor }: Weights): Model {
  const matrix = (kernel: string, bias: string, inputs: number, outputs: number): MatrixSource => ({
    weights: tensor(kernel),
    bias: tensor(bias),
    inputs,
    outputs,
  })
  const layer = (n: 0 | 1) => {
    const width = n === 0 ? embeddingWidth : dimensions
    const path = `Layer_${n}/TransformerLayer`
    const attention = (name: string, outputs: number) =>
      matrix(
        `${stored}/${path}/MultiheadAttention/${name}/kernel/part_0`,
        `${applied}/${path}/MultiheadAttention/${name}/bias/${whole}`,
        width,
        outputs,
      )
    const feed = (name: string, inputs: number, outputs: number) =>
      matrix(
        `${applied}/TransformerStack/${path}/FFN/${name}/Tensordot/Reshape_1`,
        `${applied}/${path}/FFN/${name}/bias/${whole}`,
        inputs,
        outputs,
      )
    const norm = (at: string) => ({
      gain: tensor(`${applied}/${at}/layer_prepostprocess/layer_norm/layer_norm_scale/${whole}`),
      bias: tensor(`${applied}/${at}/layer_prepostprocess/layer_norm/layer_norm_bias/${whole}`),
    })
    return {
      qkv: attention('qkv_transform_single', 3 * width),
      out: attention('output_transform_single', dimensions),
      up: feed('conv1', dimensions, 3 * dimensions),
      down: feed('conv2', 3 * dimensions, dimensions),
      attention: norm(path),
      feed: norm(`${path}/FFN`),
    }
  }
  const [first, second] = [layer(0), layer(1)]
  const dense = `${applied}/Layer_0/TransformerLayer/dense`
  const tanh = 'module/Encoder_en/hidden_layers/tanh_layer_0'
  return {
    matrices: {
      qkv0: first.qkv,
      out0: first.out,
      up0: first.up,
      down0: first.down,
      qkv1: second.qkv,
      out1: second.out,
      up1: second.up,
      down1: second.down,
      project: matrix(`${dense}/kernel/${whole}`, `${dense}/bias/${whole}`, embeddingWidth, dimensions),
    },
    norms: {
      attention0: first.attention,
      feed0: first.feed,
      attention1: second.attention,
      feed1: second.feed,
    },
    // Copies, since the memory of the files is given back.
    embeddings: tensor('module/Embeddings_en').slice(),
    positions: positionsOf(
      tensor(`${applied}/TransformerStack/Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1`),
    ),
    last: {
      weights: tensor(`${tanh}/weights`).slice(),
      bias: tensor(`${tanh}/bias`).slice(),
      inputs: dimensions,
      outputs: dimensions,
    },
  }
}

function positionsOf(frequencies: Float32Array): Float32Array {
  const half = embeddingWidth / 2
  const positions = new Float32Array(maxPieces * embeddingWidth)
  for (let at = 0; at < maxPieces; at++)
    for (let i = 0; i < half; i++) {
      positions[at * embeddingWidth + i] = Math.sin(at * frequencies[i]!)
      positions[at * embeddingWidth + half + i] = Math.cos(at * frequencies[i]!)
    }
  return positions
}
