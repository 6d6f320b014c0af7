-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: too many upvalues
local a0, b0
local a1, b1
local a2, b2
local a3, b3
local a4, b4
local a5, b5
local a6, b6
local a7, b7
local a8, b8
local a9, b9
local a10, b10
local a11, b11
local a12, b12
local a13, b13
local a14, b14
local a15, b15
local a16, b16
local a17, b17
local a18, b18
local a19, b19
local a20, b20
local a21, b21
local a22, b22
local a23, b23
local a24, b24
local a25, b25
local a26, b26
local a27, b27
local a28, b28
local a29, b29
local a30, b30
local a31, b31
local a32, b32
local a33, b33
local a34, b34
local a35, b35
local a36, b36
local a37, b37
local a38, b38
local a39, b39
local a40, b40
local a41, b41
local a42, b42
local a43, b43
local a44, b44
local a45, b45
local a46, b46
local a47, b47
local a48, b48
local a49, b49
local a50, b50
local a51, b51
local a52, b52
local a53, b53
local a54, b54
local a55, b55
local a56, b56
local a57, b57
local a58, b58
local a59, b59
local a60, b60
local a61, b61
local a62, b62
local a63, b63
local a64, b64
local a65, b65
local a66, b66
local a67, b67
local a68, b68
local a69, b69
local a70, b70
local a71, b71
local a72, b72
local a73, b73
local a74, b74
local a75, b75
local a76, b76
local a77, b77
local a78, b78
local a79, b79
local a80, b80
local a81, b81
local a82, b82
local a83, b83
local a84, b84
local a85, b85
local a86, b86
local a87, b87
local a88, b88
local a89, b89
local a90, b90
local a91, b91
local a92, b92
local a93, b93
local a94, b94
local function g()
local c0
local c1
local c2
local c3
local c4
local c5
local c6
local c7
local c8
local c9
local c10
local c11
local c12
local c13
local c14
local c15
local c16
local c17
local c18
local c19
local c20
local c21
local c22
local c23
local c24
local c25
local c26
local c27
local c28
local c29
local c30
local c31
local c32
local c33
local c34
local c35
local c36
local c37
local c38
local c39
local c40
local c41
local c42
local c43
local c44
local c45
local c46
local c47
local c48
local c49
local c50
local c51
local c52
local c53
local c54
local c55
local c56
local c57
local c58
local c59
local c60
local c61
local c62
local c63
local c64
local c65
local c66
local c67
local c68
local c69
local c70
local c71
local c72
local c73
local c74
local c75
local c76
local c77
local c78
local c79
local c80
local c81
local c82
local c83
local c84
local c85
local c86
local c87
local c88
local c89
local c90
local c91
local c92
local c93
local c94
local c95
local c96
local c97
local c98
local c99
return function() return a0 + b0 + a1 + b1 + a2 + b2 + a3 + b3 + a4 + b4 + a5 + b5 + a6 + b6 + a7 + b7 + a8 + b8 + a9 + b9 + a10 + b10 + a11 + b11 + a12 + b12 + a13 + b13 + a14 + b14 + a15 + b15 + a16 + b16 + a17 + b17 + a18 + b18 + a19 + b19 + a20 + b20 + a21 + b21 + a22 + b22 + a23 + b23 + a24 + b24 + a25 + b25 + a26 + b26 + a27 + b27 + a28 + b28 + a29 + b29 + a30 + b30 + a31 + b31 + a32 + b32 + a33 + b33 + a34 + b34 + a35 + b35 + a36 + b36 + a37 + b37 + a38 + b38 + a39 + b39 + a40 + b40 + a41 + b41 + a42 + b42 + a43 + b43 + a44 + b44 + a45 + b45 + a46 + b46 + a47 + b47 + a48 + b48 + a49 + b49 + a50 + b50 + a51 + b51 + a52 + b52 + a53 + b53 + a54 + b54 + a55 + b55 + a56 + b56 + a57 + b57 + a58 + b58 + a59 + b59 + a60 + b60 + a61 + b61 + a62 + b62 + a63 + b63 + a64 + b64 + a65 + b65 + a66 + b66 + a67 + b67 + a68 + b68 + a69 + b69 + a70 + b70 + a71 + b71 + a72 + b72 + a73 + b73 + a74 + b74 + a75 + b75 + a76 + b76 + a77 + b77 + a78 + b78 + a79 + b79 + a80 + b80 + a81 + b81 + a82 + b82 + a83 + b83 + a84 + b84 + a85 + b85 + a86 + b86 + a87 + b87 + a88 + b88 + a89 + b89 + a90 + b90 + a91 + b91 + a92 + b92 + a93 + b93 + a94 + b94 + c0 + c1 + c2 + c3 + c4 + c5 + c6 + c7 + c8 + c9 + c10 + c11 + c12 + c13 + c14 + c15 + c16 + c17 + c18 + c19 + c20 + c21 + c22 + c23 + c24 + c25 + c26 + c27 + c28 + c29 + c30 + c31 + c32 + c33 + c34 + c35 + c36 + c37 + c38 + c39 + c40 + c41 + c42 + c43 + c44 + c45 + c46 + c47 + c48 + c49 + c50 + c51 + c52 + c53 + c54 + c55 + c56 + c57 + c58 + c59 + c60 + c61 + c62 + c63 + c64 + c65 + c66 + c67 + c68 + c69 + c70 + c71 + c72 + c73 + c74 + c75 + c76 + c77 + c78 + c79 + c80 + c81 + c82 + c83 + c84 + c85 + c86 + c87 + c88 + c89 + c90 + c91 + c92 + c93 + c94 + c95 + c96 + c97 + c98 + c99 end
end
