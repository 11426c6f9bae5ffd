// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ISolidlyFactory, IWETH} from "./External.sol";
import {IExecutor} from "./ISettlement.sol";
import {ALGEBRA, SOLIDLY, V3} from "./Kinds.sol";

/// @title Trusted factories and contracts, fixed at construction.
/// @dev Immutables, because a table in storage costs 4,200 gas for each source a trade touches.
abstract contract SourceTable {
    uint256 private constant CAPACITY = 20;

    // factory fee in basis points << 160 kind << 176 1 << 184 if the row is used
    uint256 private immutable row0;
    uint256 private immutable row1;
    uint256 private immutable row2;
    uint256 private immutable row3;
    uint256 private immutable row4;
    uint256 private immutable row5;
    uint256 private immutable row6;
    uint256 private immutable row7;
    uint256 private immutable row8;
    uint256 private immutable row9;
    uint256 private immutable row10;
    uint256 private immutable row11;
    uint256 private immutable row12;
    uint256 private immutable row13;
    uint256 private immutable row14;
    uint256 private immutable row15;
    uint256 private immutable row16;
    uint256 private immutable row17;
    uint256 private immutable row18;
    uint256 private immutable row19;
    bytes32 private immutable hash0;
    bytes32 private immutable hash1;
    bytes32 private immutable hash2;
    bytes32 private immutable hash3;
    bytes32 private immutable hash4;
    bytes32 private immutable hash5;
    bytes32 private immutable hash6;
    bytes32 private immutable hash7;
    bytes32 private immutable hash8;
    bytes32 private immutable hash9;
    bytes32 private immutable hash10;
    bytes32 private immutable hash11;
    bytes32 private immutable hash12;
    bytes32 private immutable hash13;
    bytes32 private immutable hash14;
    bytes32 private immutable hash15;
    bytes32 private immutable hash16;
    bytes32 private immutable hash17;
    bytes32 private immutable hash18;
    bytes32 private immutable hash19;

    /// Wrapper of the native coin, also used for the native coin of V4 pools.
    IWETH internal immutable weth;

    error TooManySources(uint256 count, uint256 capacity);

    constructor(IWETH weth_, IExecutor.Source[] memory sources) {
        weth = weth_;
        if (sources.length > CAPACITY) revert TooManySources(sources.length, CAPACITY);
        (row0, hash0) = _pack(sources, 0);
        (row1, hash1) = _pack(sources, 1);
        (row2, hash2) = _pack(sources, 2);
        (row3, hash3) = _pack(sources, 3);
        (row4, hash4) = _pack(sources, 4);
        (row5, hash5) = _pack(sources, 5);
        (row6, hash6) = _pack(sources, 6);
        (row7, hash7) = _pack(sources, 7);
        (row8, hash8) = _pack(sources, 8);
        (row9, hash9) = _pack(sources, 9);
        (row10, hash10) = _pack(sources, 10);
        (row11, hash11) = _pack(sources, 11);
        (row12, hash12) = _pack(sources, 12);
        (row13, hash13) = _pack(sources, 13);
        (row14, hash14) = _pack(sources, 14);
        (row15, hash15) = _pack(sources, 15);
        (row16, hash16) = _pack(sources, 16);
        (row17, hash17) = _pack(sources, 17);
        (row18, hash18) = _pack(sources, 18);
        (row19, hash19) = _pack(sources, 19);
    }

    /// @notice Returns a row of the table, so that a deployment can be compared with its
    /// configuration.
    function source(uint8 index) external view returns (IExecutor.Source memory) {
        (uint256 row, bytes32 initCodeHash) = _row(index);
        return IExecutor.Source(uint8(row >> 176), address(uint160(row)), initCodeHash, uint16(row >> 160));
    }

    function _v2Pair(uint8 index, address tokenA, address tokenB)
        internal
        view
        returns (address pair, uint256 feeBps)
    {
        (uint256 row, bytes32 initCodeHash) = _row(index);
        if (uint8(row >> 176) != 0) revert IExecutor.UnknownSource(index);
        (address token0, address token1) = tokenA < tokenB ? (tokenA, tokenB) : (tokenB, tokenA);
        pair = _derive(row, keccak256(abi.encodePacked(token0, token1)), initCodeHash);
        feeBps = uint16(row >> 160);
    }

    /// @param fee distinguishes V3 pools of the same tokens; Algebra has one pool for each pair
    function _v3Pool(uint8 index, address tokenA, address tokenB, uint24 fee) internal view returns (address) {
        (uint256 row, bytes32 initCodeHash) = _row(index);
        uint8 kind = uint8(row >> 176);
        if (kind != V3 && kind != ALGEBRA) revert IExecutor.UnknownSource(index);
        (address token0, address token1) = tokenA < tokenB ? (tokenA, tokenB) : (tokenB, tokenA);
        bytes memory terms = kind == V3 ? abi.encode(token0, token1, fee) : abi.encode(token0, token1);
        return _derive(row, keccak256(terms), initCodeHash);
    }

    /// @param fee from the row, or from the factory if the row has none
    function _solidlyPair(uint8 index, address tokenA, address tokenB, bool stable)
        internal
        view
        returns (address pair, uint256 fee)
    {
        (uint256 row, bytes32 initCodeHash) = _row(index);
        if (uint8(row >> 176) != SOLIDLY) revert IExecutor.UnknownSource(index);
        (address token0, address token1) = tokenA < tokenB ? (tokenA, tokenB) : (tokenB, tokenA);
        pair = _derive(row, keccak256(abi.encodePacked(token0, token1, stable)), initCodeHash);
        fee = uint16(row >> 160);
        if (fee == 0) fee = ISolidlyFactory(address(uint160(row))).getFee(pair, stable);
    }

    /// @notice Returns the trusted contract of a row without derived pools: an Aave pool, an
    /// ERC-4626 vault, a Balancer vault of either version, a V4 manager, a peg stability module,
    /// wstETH; or a Curve factory, which lists its pools.
    function _trusted(uint8 index, uint8 kind) internal view returns (address) {
        (uint256 row,) = _row(index);
        if (uint8(row >> 176) != kind) revert IExecutor.UnknownSource(index);
        return address(uint160(row));
    }

    function _derive(uint256 row, bytes32 salt, bytes32 initCodeHash) private pure returns (address) {
        bytes32 hash = keccak256(abi.encodePacked(bytes1(0xff), address(uint160(row)), salt, initCodeHash));
        return address(uint160(uint256(hash)));
    }

    function _row(uint8 index) private view returns (uint256 row, bytes32 initCodeHash) {
        if (index == 0) (row, initCodeHash) = (row0, hash0);
        else if (index == 1) (row, initCodeHash) = (row1, hash1);
        else if (index == 2) (row, initCodeHash) = (row2, hash2);
        else if (index == 3) (row, initCodeHash) = (row3, hash3);
        else if (index == 4) (row, initCodeHash) = (row4, hash4);
        else if (index == 5) (row, initCodeHash) = (row5, hash5);
        else if (index == 6) (row, initCodeHash) = (row6, hash6);
        else if (index == 7) (row, initCodeHash) = (row7, hash7);
        else if (index == 8) (row, initCodeHash) = (row8, hash8);
        else if (index == 9) (row, initCodeHash) = (row9, hash9);
        else if (index == 10) (row, initCodeHash) = (row10, hash10);
        else if (index == 11) (row, initCodeHash) = (row11, hash11);
        else if (index == 12) (row, initCodeHash) = (row12, hash12);
        else if (index == 13) (row, initCodeHash) = (row13, hash13);
        else if (index == 14) (row, initCodeHash) = (row14, hash14);
        else if (index == 15) (row, initCodeHash) = (row15, hash15);
        else if (index == 16) (row, initCodeHash) = (row16, hash16);
        else if (index == 17) (row, initCodeHash) = (row17, hash17);
        else if (index == 18) (row, initCodeHash) = (row18, hash18);
        else if (index == 19) (row, initCodeHash) = (row19, hash19);
        if (row == 0) revert IExecutor.UnknownSource(index);
    }

    function _pack(IExecutor.Source[] memory sources, uint256 i) private pure returns (uint256, bytes32) {
        if (i >= sources.length) return (0, 0);
        IExecutor.Source memory s = sources[i];
        uint256 row = uint160(s.factory) | uint256(s.feeBps) << 160 | uint256(s.kind) << 176 | 1 << 184;
        return (row, s.initCodeHash);
    }
}
