/** A shared service that welcomes; asked for something, it closes its end of the connection, and reads no more. */
import { createServer } from 'node:net';

createServer({ allowHalfOpen: true }, (socket) => {
  socket.on('error', () => undefined);
  socket.once('data', (hello) => {
    const { key } = JSON.parse(hello.toString()) as { key: string };
    socket.write(`${JSON.stringify({ key, pid: process.pid })}\n`);
    socket.once('data', () => {
      socket.pause();
      socket.end();
    });
  });
}).listen(process.argv[2], () => console.log('listening'));
