// A queue in a ring of four places.  It promises to refuse a word when it is full, but looks at the count of the cycle
// before: the cycle after the fourth word it still takes one.
module fifo #(parameter DEPTH = 4, parameter WIDTH = 8) (
  input clk, input rst_n,
  input push, input [WIDTH-1:0] in,
  input pop, output [WIDTH-1:0] out,
  output reg [2:0] count
);
  localparam BITS = $clog2(DEPTH);
  reg [WIDTH-1:0] data [0:DEPTH-1];
  reg [BITS-1:0] first;
  reg was_full;
  wire empty = count == 0;
  wire takes = push && !was_full;
  wire gives = pop && !empty;
  wire [BITS-1:0] last = first + count[BITS-1:0];
  assign out = data[first];

  always @(posedge clk or negedge rst_n)
    if (!rst_n) begin
      first <= 0;
      count <= 0;
      was_full <= 0;
    end else begin
      was_full <= count == DEPTH;
      count <= count + takes - gives;
      if (gives) first <= first + 1'b1;
    end

  always @(posedge clk)
    if (takes) data[last] <= in;

`ifdef FORMAL
  initial assume (!rst_n);
  always @(posedge clk) if (rst_n) begin
    bounded: assert (count <= DEPTH);
    assert (!gives || count != 0);
    filled: cover (count == DEPTH && out == 5);
  end
`endif
endmodule
