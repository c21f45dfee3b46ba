// A bridge that behaves in one way: node fake-bridge.mjs ADDRESS BEHAVIOUR. Says on stdout what happens to it, one word a line, and what it was asked.
import { createServer } from 'node:net';
import process from 'node:process';

const [address = '', behaviour = ''] = process.argv.slice(2);
const ACK = '{"withinMs":60000}\n';
const answer = (/** @type {string} */ text) => `${JSON.stringify({ text })}\n`;

/** @type {Record<string, (socket: import('node:net').Socket, asked: string) => void>} */
const behaviours = {
  answers: (socket) => socket.end(ACK + answer('<diagnostics file="a.ts">é 💥</diagnostics>')),
  'answers in pieces': (socket) => {
    const bytes = Buffer.from(ACK + answer('é'.repeat(100_000)));
    const send = (/** @type {number} */ at) => {
      if (at >= bytes.length) socket.end();
      else socket.write(bytes.subarray(at, at + 4999), () => send(at + 4999));
    };
    send(0);
  },
  'belongs to another session': (socket, asked) =>
    socket.end(
      ACK +
        (asked.includes('"mayRefuse":true')
          ? `${JSON.stringify({ text: '', refused: true })}\n`
          : answer('all the same')),
    ),
  'has nothing to say': (socket) => socket.end(ACK + answer('')),
  'is silent': () => undefined,
  'is late': (socket) => socket.write('{"withinMs":0}\n'),
  computes: (socket) => socket.write(ACK),
  'closes at once': (socket) => socket.destroy(),
  'closes after its ack': (socket) => socket.end(ACK),
  'talks garbage': (socket) => socket.end('\0\x01garbage\n{"text":7}\n'),
  'answers without an ack': (socket) => socket.end('{"text":"x"}\n{"text":"x"}\n'),
  'answers with no text': (socket) => socket.end(`${ACK}{"text":null}\n`),
  'sends half a line': (socket) => socket.end('{"withinMs":60000}\n{"text":"hal'),
  'never ends': (socket) => {
    socket.write(ACK);
    const more = () => void socket.write('x'.repeat(65_536), more);
    more();
  },
};

createServer((socket) => {
  socket.on('error', () => undefined).on('close', () => console.log('left'));
  let text = '';
  socket.on('data', (chunk) => {
    text += String(chunk);
    if (!text.endsWith('\n')) return;
    console.log(`asked ${text.trim()}`);
    behaviours[behaviour]?.(socket, text);
  });
}).listen(address, () => console.log('listening'));
